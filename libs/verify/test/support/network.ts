import { createVirtualMachineBch2026 } from '@bitauth/libauth';
import { partyParts } from '@weir/covenants';
import { createWallet } from '@weir/wallet';
import type { SigningRequest } from '../../src/index.js';
import { readSigningRequest } from '../../src/request/signing-request.js';
import { keyOf, nameOf, transactionOf } from './coins.js';
import type { Flow } from './flow.js';
import { VAULT_SIGNERS } from './vault.js';

const machine = createVirtualMachineBch2026(true);

const pushes = (filler: string): readonly string[] => [`21${filler.repeat(33)}`, `41${filler.repeat(65)}`];

/** Lets the places for another signer's key and signature be filled in the same way. */
const withPlaces = (text: string): string =>
  pushes('01').reduce((hex, ones, index) => hex.replaceAll(ones, pushes('00')[index] ?? ''), text);

const withAllPlaces = ({ transaction, sourceOutputs }: SigningRequest): SigningRequest => ({
  transaction: withPlaces(transaction),
  sourceOutputs: JSON.parse(withPlaces(JSON.stringify(sourceOutputs))) as readonly unknown[],
});

const signedBy = async (request: SigningRequest, name: number): Promise<string> => {
  const wallet = createWallet({ privateKey: keyOf(name) });
  return (await wallet.signTransaction({ ...request, broadcast: false })).signedTransaction;
};

/** Puts what an input is called with, as signed so far, beside the transaction again. */
const withSigned = (request: SigningRequest, transaction: string): SigningRequest => ({
  transaction,
  sourceOutputs: request.sourceOutputs.map((source, index) => ({
    ...(source as object),
    unlockingBytecode: transactionOf({ transaction }).inputs[index]?.unlockingBytecode,
  })),
});

const ownName = ({ signer }: Pick<Flow, 'signer'>): number => {
  const [own] = signer.own;
  const parts = own && partyParts(own);
  if (parts === undefined) throw new Error('The signer has an address');
  return nameOf(parts.hash);
};

/** Returns what the signer's wallet answers, hex. */
export const signOwn = (flow: Flow): Promise<string> => signedBy(flow.request, ownName(flow));

/** Whether the signer's wallet adds anything to a transaction. */
export const isSigned = async (flow: Flow): Promise<boolean> => (await signOwn(flow)) !== flow.request.transaction;

/** Has everybody who is asked sign the request, and returns the transaction, hex. */
const signAll = async (flow: Flow, request: SigningRequest): Promise<string> => {
  const open = withAllPlaces(request);
  if (open.transaction === request.transaction) return signedBy(request, ownName(flow));
  const [first, second] = VAULT_SIGNERS;
  return signedBy(withSigned(open, await signedBy(open, first)), second);
};

/** Whether the network takes what is signed where a service misstated the outputs that are really spent. */
export const isWorthy = async (flow: Flow, request: SigningRequest): Promise<boolean> => {
  const { spent } = readSigningRequest(flow.request);
  const transaction = transactionOf({ transaction: await signAll(flow, request) });
  return machine.verify({ sourceOutputs: [...spent], transaction }) === true;
};
