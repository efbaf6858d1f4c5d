/** A value in the environment or on the command line that can't be used. Its message is the one line that the operator reads. */
export class ConfigError extends Error {}
