/** The user's relation to a record. */
export interface Reader {
  readonly isSender: boolean;
  readonly isRecipient: boolean;
  /** Whether the sender is a script, such as a vault, whose members propose what a sender would sign. */
  readonly isSentByScript?: boolean;
  /** Height of the newest block; undefined where unknown. */
  readonly height?: number | undefined;
}
