//! Records on disk: the path is the log.
