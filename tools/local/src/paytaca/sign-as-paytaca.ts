import {
  binToHex,
  decodeAuthenticationInstructions,
  encodeLockingBytecodeP2sh20,
  encodeLockingBytecodeP2sh32,
  hash160,
  hash256,
  hexToBin,
} from '@bitauth/libauth';
import type { SignedTransaction, Wallet } from '@weir/wallet';

/** What a page passes to `window.paytaca.signTransaction`, as it reaches the extension: JSON with libauth's tags. */
export interface PaytacaRequest {
  readonly transaction: string;
  readonly sourceOutputs: readonly PaytacaSource[];
  readonly broadcast?: boolean;
  readonly userPrompt?: string;
}

interface PaytacaSource {
  readonly lockingBytecode: string;
  readonly unlockingBytecode?: string;
  readonly contract?: {
    readonly redeemScript?: string;
    readonly artifact?: { readonly contractName?: string };
  };
}

const hexIn = (text = ''): string => /^<Uint8Array: 0x([0-9a-f]*)>$/.exec(text)?.[1] ?? text;

/** Returns what the last instruction of an input pushes, hex: the script that the input is locked by. */
const lastPush = (unlocking: string): string => {
  const last = decodeAuthenticationInstructions(hexToBin(unlocking)).at(-1);
  return last !== undefined && 'data' in last && last.data instanceof Uint8Array ? binToHex(last.data) : '';
};

/**
 * Returns what an input's signature covers, by Paytaca's rules.
 *
 * @throws Error with Paytaca's words
 */
const coveredBy = ({ lockingBytecode, unlockingBytecode, contract }: PaytacaSource): string => {
  const pushed = lastPush(hexIn(unlockingBytecode));
  const covered = pushed === '' ? hexIn(contract?.redeemScript) : pushed;
  if (covered === '') throw new Error('Not enough information provided, please include contract redeemScript');
  const script = hexToBin(covered);
  const locking = hexIn(lockingBytecode);
  const forms = {
    P2SH: { isIt: /^a914[0-9a-f]{40}87$/.test(locking), expected: encodeLockingBytecodeP2sh20(hash160(script)) },
    P2SH32: { isIt: /^aa20[0-9a-f]{64}87$/.test(locking), expected: encodeLockingBytecodeP2sh32(hash256(script)) },
  };
  const [name, form] = Object.entries(forms).find(([, { isIt }]) => isIt) ?? [];
  if (form === undefined) throw new Error('Contract input locking bytecode is not valid P2SH/P2SH32');
  if (binToHex(form.expected) !== locking)
    throw new Error(`Redeem script does not match ${name ?? ''} locking bytecode`);
  return covered;
};

/**
 * Signs as Paytaca does (its source: `src/wallet/bch-sign.js`): an input that carries a contract's name has to be P2SH, and is
 * signed with the script that its last push holds.
 *
 * @throws Error where Paytaca refuses
 */
export const signAsPaytaca = (wallet: Wallet, request: PaytacaRequest): Promise<SignedTransaction> => {
  const sourceOutputs = request.sourceOutputs.map((source) =>
    (source.contract?.artifact?.contractName ?? '') === ''
      ? source
      : { ...source, contract: { ...source.contract, redeemScript: coveredBy(source) } },
  );
  return wallet.signTransaction({ ...request, sourceOutputs });
};
