"""The index as a lake: Parquet files that any number of machines ask, kept up to date by one."""
