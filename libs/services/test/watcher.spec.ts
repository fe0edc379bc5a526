import { startTestbed, until, useBed, useStreamWatcher } from './support/testbed.js';

const bed = useBed(startTestbed);
const { watch } = useStreamWatcher(bed);

it('the watcher works in one replica at a time, and another takes over', async () => {
  const [sender, recipient] = [bed.wallet(1_000_000_000n), bed.wallet()];
  const stream = await bed.openStream(sender, recipient, 1);
  const read = async () => (await bed.streams.get(stream.id)).stream;
  const [first, second] = [watch(), watch()];
  const leading = () => [first, second].filter((watcher) => watcher.status().isLeader);
  await until('a leader', () => Promise.resolve(leading().length > 0 ? true : undefined));
  expect(leading()).toHaveLength(1);
  bed.passDays(2);
  const { wcTransaction } = await bed.streams.cancel(stream.id, { sender: sender.address }, sender.address);
  await bed.streams.confirmCancel(stream.id, (await sender.signTransaction(wcTransaction)).signedTransactionHash);
  bed.node.mine();
  await leading()[0]?.stop();
  bed.node.mine(7);
  await until('the refund to be sent', async () => (await read()).refund?.txHash ?? undefined);
  bed.node.mine();
  await until('the refund', async () => ((await read()).refund?.status === 'confirmed' ? true : undefined));
  expect(leading()).toHaveLength(1);
});
