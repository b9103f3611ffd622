// The compiled module. This folder alone knows Python: it checks shapes,
// releases the GIL and maps errors.
#include "arrays.hpp"

NB_MODULE(_native, m) {
  m.doc() =
      "Kernels of Steelyard. Private: use steelyard.text, "
      "steelyard.metrics and steelyard.inference.";
  steelyard::bindings::bind_text(m);
  steelyard::bindings::bind_ngram(m);
  steelyard::bindings::bind_edit(m);
  steelyard::bindings::bind_gtm(m);
  steelyard::bindings::bind_lcs(m);
  steelyard::bindings::bind_cder(m);
  steelyard::bindings::bind_characters(m);
  steelyard::bindings::bind_meteor(m);
  steelyard::bindings::bind_chunks(m);
  steelyard::bindings::bind_ribes(m);
  steelyard::bindings::bind_word_order(m);
  steelyard::bindings::bind_word_links(m);
  steelyard::bindings::bind_similar_words(m);
  steelyard::bindings::bind_sia(m);
  steelyard::bindings::bind_sub_goals(m);
  steelyard::bindings::bind_ter(m);
  steelyard::bindings::bind_resample(m);
}
