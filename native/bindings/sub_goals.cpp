// Answers to questions about outputs for Python.
#include "sub_goals.hpp"

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

void sub_goal_answers_into(const TextArrays& texts, const OutArray<std::int8_t, 3>& answers,
                           Number<"min_references", std::size_t, 1, most> min_references, Threads n_threads) {
  const TestSetView view = test_set_view(texts, answers.shape(0), answers.shape(1));
  require(answers.shape(2) == longest_sub_goal, "answers must have shape (systems, segments, 3)");
  const Released released;
  sub_goal_answers(view, min_references, n_threads, {answers.data(), answers.size()});
}

}  // namespace

void bind_sub_goals(nb::module_& m) {
  m.def("sub_goal_answers", &sub_goal_answers_into, nb::arg("texts"), nb::arg("answers").noconvert(),
        nb::arg("min_references"), nb::arg("n_threads"));
}

}  // namespace steelyard::bindings
