/** The draft of a recipient. */
export interface RowDraft {
  readonly recipient: string;
  readonly amount: string;
  readonly label: string;
  /** Times of its own as `readTime` reads them, such as 2027-01-31; else those of the plan. */
  readonly start?: string;
  readonly end?: string;
  readonly cliff?: string;
  /** Seconds of its steps. */
  readonly step?: string;
}

/** The fields of a row that only imported ones have. */
export const OWN_TIMES = ['start', 'end', 'cliff', 'step'] as const;

export const EMPTY_ROW: RowDraft = { recipient: '', amount: '', label: '' };

/** Whether a row is empty and therefore ignored. */
export const isBlank = ({ recipient, amount, label }: RowDraft): boolean =>
  recipient.trim() === '' && amount.trim() === '' && label.trim() === '';
