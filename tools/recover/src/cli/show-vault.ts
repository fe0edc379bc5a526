import { binToHex } from '@bitauth/libauth';
import { addressOf, sameOutpoint, type VaultCoin } from '@weir/covenants';
import type { FoundVault } from '../vault/read-vault.js';
import type { Answer } from './command.types.js';
import { formatBch, line } from './format.js';

const nameOf = ({ outpoint: { txid, vout } }: VaultCoin): string => `${txid}:${vout}`;

/** Coins with tokens that a spend may pay out. */
const tokensOf = ({ state, coins, otherStates }: FoundVault) => {
  const states = state === undefined ? otherStates : [...otherStates, state];
  return coins.flatMap((coin) => {
    const { txid, vout, token, satoshis } = coin;
    if (token === undefined || states.some(({ outpoint }) => sameOutpoint(outpoint, coin))) return [];
    return [
      {
        coin: `${txid}:${vout}`,
        category: token.category,
        amount: token.amount.toString(),
        nft: token.nft ?? null,
        satoshis: satoshis.toString(),
      },
    ];
  });
};

const stateText = ({ state, spends }: FoundVault): string => {
  if (state !== undefined) return `${nameOf(state)}, ${state.state.spends} spends`;
  return spends > 0 ? 'closed' : 'none: no first deposit';
};

/** Shows a vault, both for people and for machines. */
export const showVault = (found: FoundVault) => {
  const { contract, state, spends, coins, otherStates } = found;
  const signers = contract.parameters.signers.map((hash) => addressOf(hash, contract.network));
  const nonce = binToHex(contract.parameters.nonce);
  const satoshis = coins.reduce((sum, coin) => sum + coin.satoshis, 0n);
  const tokens = tokensOf(found);
  const text = [
    `VAULT ${contract.address}`,
    ...signers.map((signer) => line('signer', signer)),
    line('nonce', nonce),
    line('holds', `${formatBch(satoshis)} in ${coins.length} coins`),
    line('state', stateText(found)),
    ...tokens.map(({ coin, category, amount, nft }) =>
      line('token', `${amount} units${nft === null ? '' : ' and an NFT'} of ${category} in ${coin}`),
    ),
    ...otherStates.map((other) =>
      line('note', `${nameOf(other)} looks like a state and is none of this vault's: no spend touches it`),
    ),
  ].join('\n');
  const json = {
    ...{ contractAddress: contract.address, signers, nonce, satoshis: satoshis.toString(), coins: coins.length },
    ...{ state: state === undefined ? null : nameOf(state), spends, tokens, otherStates: otherStates.map(nameOf) },
  };
  return { text, json } satisfies Answer;
};
