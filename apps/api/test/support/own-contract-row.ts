import { binToHex } from '@bitauth/libauth';
import { createStreamContract, type StreamParameters } from '@weir/covenants';
import { createDatabase, createStreamsRepository, scriptHashOf, type NewStream } from '@weir/infra';
import { DAY, type PathParties } from '@weir/simulation/paths';
import type { Fixture } from './fixture.js';

const termsOf = (parameters: StreamParameters) => {
  if (parameters.kind === 'VESTING') {
    const { total, start, end } = parameters.parameters.schedule;
    return {
      ...({ product: 'stream', streamType: 'LINEAR', totalAmount: total } as const),
      ...{ startTime: Number(start), endTime: Number(end), intervalSeconds: null },
      ...{ recurring: null, payment: null },
    };
  }
  const { amountPerPeriod, periods, firstDue, interval } = parameters.parameters.plan;
  return {
    ...({ product: 'payment', streamType: 'RECURRING', totalAmount: amountPerPeriod * periods } as const),
    ...{ startTime: Number(firstDue), endTime: Number(firstDue + periods * interval), intervalSeconds: DAY },
    recurring: { firstDue: Number(firstDue), periods: Number(periods), amountPerPeriod, pausable: true },
    payment: { recipientName: null, interval: 'DAILY', endDate: null } as const,
  };
};

/** Stores a stream or payment as releases before plans did, with a contract of its own. @returns its id */
export const storeOwnContract = async (
  { config }: Fixture,
  parameters: StreamParameters,
  { sender, recipient, category }: PathParties,
): Promise<string> => {
  const contract = createStreamContract(parameters, 'devnet');
  const row: NewStream = {
    ...termsOf(parameters),
    ...{ sender: sender.address, senderHash: binToHex(sender.publicKeyHash) },
    ...{ recipient: recipient.address, recipientHash: binToHex(recipient.publicKeyHash) },
    ...{ tokenType: category === undefined ? 'BCH' : 'FUNGIBLE_TOKEN', tokenCategory: category ?? null },
    ...{ cliffTimestamp: null, cancelable: true, vaultId: null, description: null, place: null, label: null },
    cancelNoticeBlocks: parameters.parameters.noticeBlocks,
    nonce: binToHex(parameters.parameters.nonce),
    contractAddress: contract.address,
    lockingBytecode: binToHex(contract.lockingBytecode),
    scriptHash: scriptHashOf(contract.lockingBytecode),
    initialCommitment: contract.initialCommitment,
  };
  const db = createDatabase({ url: config.databaseUrl });
  try {
    return (await createStreamsRepository(db).insert(row)).id;
  } finally {
    await db.destroy();
  }
};
