/** Who looks at a record. */
export interface Reader {
  readonly isSender: boolean;
  readonly isRecipient: boolean;
  /** Whether the record's sender is a script, a vault say: what a sender does, its members propose. */
  readonly isSentByScript?: boolean;
  /** Of the newest block; undefined where it is not known. */
  readonly height?: number | undefined;
}
