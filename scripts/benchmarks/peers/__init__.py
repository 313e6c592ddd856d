"""What our benchmark compares with: other people's libraries, in an environment of their own.

`python -m scripts.benchmarks.peers` answers in that environment as a worker
(`scripts.benchmarks.inside` says how), so that peers and we take turns by the same clock.
"""
