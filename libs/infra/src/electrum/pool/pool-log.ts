/** The part of a pino logger that is used. */
export interface PoolLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
