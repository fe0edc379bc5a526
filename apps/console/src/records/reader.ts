/** The user's relation to a record. */
export interface Reader {
  readonly isSender: boolean;
  readonly isRecipient: boolean;
  /** Whether the record's sender is a script, a vault say: what a sender does, its members propose. */
  readonly isSentByScript?: boolean;
  /** Height of the newest block; undefined where unknown. */
  readonly height?: number | undefined;
}
