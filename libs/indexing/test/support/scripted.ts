/** A transaction signed beforehand, which a chain accepts once its parents are there. */
export interface Scripted {
  readonly name: string;
  readonly txid: string;
  readonly hex: string;
  /** The scripted transaction it spends; undefined for a funding. */
  readonly parent: string | undefined;
  /** Further scripted transactions it spends: one may move several streams of a plan. */
  readonly otherParents?: readonly string[];
}
