"""The index as a lake: Parquet files queried by any number of machines and updated by one."""
