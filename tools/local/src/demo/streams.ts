import type { Stream, StreamHandle, StreamTerms } from '@weir/client';
import type { Wallet } from '@weir/wallet';
import { showHash, type Fixture } from './fixture.js';
import { amountOf } from './narrator.js';

export const readStream = async ({ weir }: Fixture, id: string): Promise<Stream> =>
  (await weir.streams.at(id).get()).stream;

/** Creates a stream, as the sender's frontend would. */
export const createStream = async (
  { weir, say }: Fixture,
  sender: Wallet,
  terms: StreamTerms,
): Promise<StreamHandle & { readonly record: Stream }> => {
  const stream = await weir.streams.create(terms, sender);
  const { record } = stream;
  say.step(
    `The sender creates ${record.stream_id}: ${amountOf(record.total_amount_base, record)}, ${record.stream_type}`,
  );
  say.fact('contract', record.contract_address);
  say.fact('status', record.status);
  return stream;
};

/** Creates and funds a stream. */
export const openStream = async (fixture: Fixture, sender: Wallet, terms: StreamTerms): Promise<StreamHandle> => {
  const { say } = fixture;
  const handle = await createStream(fixture, sender, terms);
  say.step('The sender signs the funding, which goes to the network');
  const { status, finality, stream } = await handle.fund(sender, { onProgress: showHash(fixture) });
  say.step('The API verifies it on the chain');
  say.fact('status', `${status} (${finality})`);
  say.fact('commitment', stream.nft_commitment ?? 'none');
  return handle;
};

/** Claims all that is due, as the recipient's frontend would. */
export const claimStream = async (fixture: Fixture, recipient: Wallet, handle: StreamHandle): Promise<Stream> => {
  const { say } = fixture;
  say.step('The recipient claims what is due');
  const { status, stream, claim } = await handle.claim(recipient, { onProgress: showHash(fixture) });
  say.fact('claimed', amountOf(claim?.amount_base ?? 0n, stream));
  say.fact(
    'withdrawn',
    `${amountOf(stream.withdrawn_amount_base, stream)} of ${amountOf(stream.total_amount_base, stream)}`,
  );
  say.fact('status', status);
  return stream;
};

/** Cancels, as the sender's frontend would. */
export const cancelStream = async (fixture: Fixture, sender: Wallet, handle: StreamHandle): Promise<void> => {
  const { say } = fixture;
  say.step('The sender cancels');
  const { status, stream } = await handle.cancel(sender, { onProgress: showHash(fixture) });
  say.fact('paid', `${amountOf(stream.withdrawn_amount_base, stream)}, the recipient's`);
  say.fact(
    'left',
    `${amountOf(stream.refund?.amountBase ?? 0n, stream)}, returns after ${stream.cancel_notice_blocks} blocks of notice`,
  );
  say.fact('status', status);
};
