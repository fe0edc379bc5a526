/** The log of a watcher, as pino has it. */
export interface WatcherLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
