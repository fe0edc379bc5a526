/** As pino has it. */
export interface PoolLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
