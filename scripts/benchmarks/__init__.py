"""The comparison benchmarks: what is measured, and the peers it is measured beside."""
