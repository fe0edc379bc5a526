import { binsAreEqual, binToUtf8, encodeTransactionBch } from '@bitauth/libauth';
import { pushesOf, signInTransaction, type Network } from '@weir/covenants';
import { Difference } from './difference.js';
import { lockingBytecodesOf } from './funding.js';
import { readSigningRequest, type SigningRequest } from './request/signing-request.js';

/**
 * Reads the text of a transaction that signs addresses in. Wallets sign by its bytes or by its source outputs, so both must be
 * exactly those of this text: outputs of 0 satoshis that do not exist, one of each address in this order.
 *
 * @throws Difference REQUEST_MALFORMED, or OTHER_TERMS where it is, or spends, anything else
 */
export const readSignIn = (request: SigningRequest, addresses: readonly string[], network: Network): string => {
  const { transaction, spent } = readSigningRequest(request);
  const differs = (how: string): Difference => new Difference('OTHER_TERMS', `It does more than sign in: ${how}`);
  const [output] = transaction.outputs;
  const text = binToUtf8(pushesOf(output?.lockingBytecode.slice(1) ?? new Uint8Array()).at(0) ?? new Uint8Array());
  const scripts = lockingBytecodesOf(addresses, network);
  const expected = signInTransaction(text, scripts);
  if (!binsAreEqual(encodeTransactionBch(expected.transaction), encodeTransactionBch(transaction)))
    throw differs('its transaction is not that of its text');
  for (const [index, { lockingBytecode, valueSatoshis, token }] of spent.entries())
    if (
      valueSatoshis !== 0n ||
      token !== undefined ||
      !binsAreEqual(lockingBytecode, scripts[index] ?? new Uint8Array())
    )
      throw differs(`sourceOutputs[${index}] is not an output of 0 satoshis of ${addresses[index] ?? 'no address'}`);
  return text;
};
