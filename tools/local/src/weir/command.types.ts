/** What a command has of its surroundings. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Ends a command that runs until it is stopped. */
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** A command of `weir`. */
export interface Command {
  readonly usage: string;
  /**
   * @returns the exit code
   * @throws UsageError where it is called wrongly
   */
  run(args: readonly string[], surroundings: Surroundings): Promise<number>;
}
