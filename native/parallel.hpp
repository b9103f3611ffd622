// Split a range of independent items over threads.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "interrupts.hpp"

namespace steelyard {

// Calls work(first, last) on contiguous parts of [0, n). Each item is handled by exactly one call, so a result never
// depends on n_threads as long as items do not share state. The first exception thrown by a part is rethrown here.
template <typename Work>
void for_ranges(std::size_t n, int n_threads, Work&& work) {
  const std::size_t n_parts =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::max(n_threads, 1)), 1, std::max<std::size_t>(n, 1));
  if (n_parts == 1) {
    work(std::size_t{0}, n);
    return;
  }
  std::vector<std::thread> threads;
  std::vector<std::exception_ptr> errors(n_parts);
  threads.reserve(n_parts);
  std::mutex mutex;
  std::condition_variable has_ended;
  std::size_t n_ended = 0;
  Watch* const watch = Watch::here();
  const auto run = [&](std::size_t part) {
    try {
      work(n * part / n_parts, n * (part + 1) / n_parts);
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  const auto run_in_thread = [&](std::size_t part) {
    {
      const Watch::Shared shared(watch);
      run(part);
    }
    const std::lock_guard lock(mutex);
    ++n_ended;
    has_ended.notify_one();
  };
  std::size_t n_started = 1;  // this thread takes the first part, and all that no thread could be started for
  try {
    for (; n_started < n_parts; ++n_started) threads.emplace_back(run_in_thread, n_started);
  } catch (const std::system_error&) {
  }
  run(0);
  for (std::size_t part = n_started; part < n_parts; ++part) run(part);
  const auto all_ended = [&] { return n_ended == n_started - 1; };
  std::unique_lock lock(mutex);
  while (!has_ended.wait_for(lock, std::chrono::milliseconds(30), all_ended)) {
    if (watch == nullptr || errors[0]) continue;
    lock.unlock();  // asking may have to wait
    try {
      watch->ask();
    } catch (...) {
      errors[0] = std::current_exception();
    }
    lock.lock();
  }
  lock.unlock();
  for (auto& thread : threads) thread.join();
  for (auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace steelyard
