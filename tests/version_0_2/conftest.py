"""Nothing here is collected: the tests of these games run in processes of their own."""

collect_ignore_glob = ["*"]
