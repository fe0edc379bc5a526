/** The cause of a WalletError whose wallet is on another network than the site. */
export class WrongNetwork extends Error {
  override readonly name = 'WrongNetwork';

  /** @param network of the site, as `/api/info` names it */
  constructor(readonly network: string) {
    super(`the wallet is on another network than this site (${network})`);
  }
}
