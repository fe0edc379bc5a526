/** Who looks at a record. */
export interface Reader {
  readonly isSender: boolean;
  readonly isRecipient: boolean;
  /** Of the newest block; undefined where it is not known. */
  readonly height?: number | undefined;
}
