/** The parties of a payment, which never change. */
export interface Parties {
  readonly sender: string;
  readonly recipient: string;
}
