import { Difference, purseAddress, type AskedEffect } from '@weir/verify';
import { addressOf } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import type { Answered } from '../shared/amounts.js';
import { unitsOf } from './expected-records.js';
import type { Expectation, Purpose, Scene } from './scene.js';

/** A purse whose address was worked out from its terms. */
interface ReadPurse {
  readonly record: Answered<'GetPurseResponse'>;
  /** Address of its vault. */
  readonly vault: string;
}

/**
 * Reads a purse and works out its address: another one would have other terms. The first reading fixes what its id means.
 *
 * @throws Difference where the record's address is not that of its terms
 */
export const readPurse = async (scene: Scene, id: string): Promise<ReadPurse> => {
  const { connection, network, reads, wallet } = scene;
  const { api, ask } = connection;
  const record = await ask((sent) => api.GET('/api/purses/{id}', { ...sent, params: { path: { id } } }), {
    wallet,
    address: await addressOf(wallet),
  });
  const { vaultAddress: vault } = record;
  // Members know what this id means by the vault's own signers.
  reads.pin(record.vaultId, vault);
  const { signers, spender, listHash, limitBase: limit, periodBlocks: period, leftBase: left } = record;
  const terms = { vault, signers, spender, listHash, limit, period, category: record.tokenCategory };
  const address = purseAddress({ ...terms, left }, network);
  if (!isSameAddress(address, record.contractAddress))
    throw new Difference('OTHER_TERMS', `The purse of these terms is at ${address}, not at ${record.contractAddress}`);
  // A payment moves a purse; what it was opened as never changes.
  reads.pin(id, purseAddress({ ...terms, left: limit }, network));
  return { record, vault };
};

/** Asks for the payment that the caller named, or for the way home. */
export const purseEffects = async (scene: Scene, { id, path, to, amount }: Purpose): Promise<Expectation> => {
  const { record, vault } = await readPurse(scene, id);
  const { contractAddress: purse, tokenCategory } = record;
  const asset = tokenCategory ?? undefined;
  if (path.endsWith('confirm-home'))
    return { effects: [{ kind: 'SENDS_PURSE_HOME', purse, treasury: vault }], isRequested: true };
  if (to === undefined || amount === undefined)
    throw new Difference('OTHER_TERMS', 'Nobody said whom the purse should pay, and how much');
  const pays: AskedEffect = {
    kind: 'PAYS_FROM_PURSE',
    purse,
    treasury: vault,
    to,
    asset,
    amount: unitsOf(amount, tokenCategory),
  };
  return { effects: [pays], isRequested: true };
};
