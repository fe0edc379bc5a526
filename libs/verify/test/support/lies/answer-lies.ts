import {
  binToHex,
  decodeAuthenticationInstructions,
  encodeAuthenticationInstructions,
  encodeTransactionBch,
  type TransactionBch,
} from '@bitauth/libauth';
import { transactionOf } from '../coins.js';
import { changed, flipped, THIEF } from './lie.js';

/** What a wallet answers instead of what it was asked to sign. */
export interface AnswerLie {
  readonly name: string;
  readonly signedTransaction: string;
}

/** Lists what a wallet may answer that is not the transaction which it was asked to sign. */
export const answerLies = (signedTransaction: string): readonly AnswerLie[] => {
  const transaction = transactionOf({ transaction: signedTransaction });
  const { inputs, outputs } = transaction;
  const lie = (name: string, change: Partial<TransactionBch>): AnswerLie => ({
    name,
    signedTransaction: binToHex(encodeTransactionBch({ ...transaction, ...change })),
  });
  const calls = inputs.flatMap(({ unlockingBytecode }, at): AnswerLie[] => {
    const pushes = decodeAuthenticationInstructions(unlockingBytecode);
    const with_ = (name: string, others: typeof pushes) =>
      lie(`input ${at}: ${name}`, {
        inputs: changed(inputs, at, { unlockingBytecode: encodeAuthenticationInstructions(others) }),
      });
    const signatures = pushes.flatMap((push, number) => {
      const data = 'data' in push && push.data instanceof Uint8Array ? push.data : new Uint8Array();
      if (data.length !== 65 || data.at(-1) !== 0x61) return [];
      // ALL, NONE, SINGLE, and others' inputs left open: none commits to the outputs that are spent.
      return [0x41, 0x42, 0x43, 0xc1, 0xe1, 0x01].map((type) =>
        with_(
          `signature type ${type.toString(16)}`,
          changed(pushes, number, { data: Uint8Array.of(...data.slice(0, -1), type) }),
        ),
      );
    });
    const others = pushes.flatMap((push, number) => {
      const data = 'data' in push && push.data instanceof Uint8Array ? push.data : new Uint8Array();
      // Keys and signatures are the wallet's.
      if (data.length === 0 || data.length === 33 || data.length === 65) return [];
      return [0, data.length - 1].map((place) =>
        with_(`byte ${place} of push ${number} differs`, changed(pushes, number, { data: flipped(data, place) })),
      );
    });
    return [
      ...others,
      with_('nothing', []),
      with_('a push more', [...pushes, { opcode: 1, data: Uint8Array.of(7) }]),
      ...signatures,
    ];
  });
  return [
    ...calls,
    ...outputs.flatMap(({ valueSatoshis, lockingBytecode }, at) => [
      lie(`output ${at} goes to a thief`, { outputs: changed(outputs, at, { lockingBytecode: THIEF }) }),
      lie(`output ${at} differs in its last bytes`, {
        outputs: changed(outputs, at, { lockingBytecode: flipped(lockingBytecode, lockingBytecode.length - 3) }),
      }),
      lie(`output ${at} holds a satoshi more`, {
        outputs: changed(outputs, at, { valueSatoshis: valueSatoshis + 1n }),
      }),
      lie(`output ${at} is left out`, { outputs: outputs.filter((_, index) => index !== at) }),
    ]),
    ...inputs.flatMap(({ sequenceNumber, outpointIndex }, at) => [
      lie(`input ${at} has another sequence number`, {
        inputs: changed(inputs, at, { sequenceNumber: sequenceNumber ^ 1 }),
      }),
      lie(`input ${at} spends another output`, { inputs: changed(inputs, at, { outpointIndex: outpointIndex + 1 }) }),
      lie(`input ${at} is left out`, { inputs: inputs.filter((_, index) => index !== at) }),
    ]),
    lie('an output more', { outputs: [...outputs, { lockingBytecode: THIEF, valueSatoshis: 0n }] }),
    lie('another locktime', { locktime: transaction.locktime + 1 }),
    lie('another version', { version: 1 }),
    { name: 'no transaction', signedTransaction: '00' },
    { name: 'no hex', signedTransaction: 'signed' },
  ];
};
