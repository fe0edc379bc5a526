import type { OracleArchive, PortfolioRepository } from '@weir/infra';
import type { VaultContext } from '../vaults/vault-context.js';

/** The dependencies of the portfolio. */
export interface PortfolioContext extends VaultContext {
  readonly portfolio: PortfolioRepository;
  /** What payments in a currency come to is estimated by its prices. */
  readonly archive: OracleArchive;
}
