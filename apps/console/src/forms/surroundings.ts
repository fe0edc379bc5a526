/** What a form knows beside its draft. */
export interface Surroundings {
  /** Decimals of the draft's token as its issuer says; 0 where they are unknown. */
  readonly decimals?: number;
  /** Prefix of the network's addresses, without colon; undefined while it is not known. */
  readonly prefix?: string | undefined;
}
