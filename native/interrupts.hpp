// How long work is asked whether it should go on.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

namespace steelyard {

// Thrown in the threads of a kernel after the one that was called learnt that it should stop.
struct Stopped {};

// Lets kernels ask, while it exists, on the thread that made it and on those that for_ranges starts there. `ask` throws
// if the work should stop; it is called on the thread that made the watch alone, every few hundredths of a second.
class Watch {
 public:
  using Ask = void (*)();

  explicit Watch(Ask question) : ask_(question), outer_(current), asked_(Clock::now()) { current = this; }
  ~Watch() { current = outer_; }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Has another thread work under this watch too, for as long as it exists.
  class Shared {
   public:
    explicit Shared(Watch* watch) {
      current = watch;
      is_owner = false;
    }
    ~Shared() { current = nullptr; }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
  };

  // The watch of this thread; null where nobody is to be asked.
  static Watch* here() { return current; }

  // Counts steps of work, each of about a nanosecond, and asks when there were many.
  static void poll(std::size_t n_steps) {
    if (n_steps < left) {
      left -= n_steps;
      return;
    }
    left = steps_between;
    if (current != nullptr) current->check();
  }

  // Asks if it is time to.
  void check() {
    if (is_stopped_.load(std::memory_order_relaxed)) throw Stopped{};
    if (!is_owner) return;
    const auto now = Clock::now();
    if (now - asked_ < std::chrono::milliseconds(30)) return;
    asked_ = now;
    ask();
  }

  // Tells all threads to stop if the answer is to.
  void ask() {
    try {
      ask_();
    } catch (...) {
      is_stopped_.store(true, std::memory_order_relaxed);
      throw;
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t steps_between = std::size_t{1} << 20;
  static inline thread_local Watch* current = nullptr;
  static inline thread_local bool is_owner = true;
  static inline thread_local std::size_t left = steps_between;

  Ask ask_;
  Watch* outer_;
  Clock::time_point asked_;
  std::atomic<bool> is_stopped_{false};
};

// Counts steps of work of about a nanosecond each; throws where the work should stop.
inline void poll(std::size_t n_steps) { Watch::poll(n_steps); }

}  // namespace steelyard
