import { binToHex, hexToBin, sha256 } from '@bitauth/libauth';
import { DevnetControl, startDevnet, type Devnet } from '../src/index.js';

const destination = `76a914${'51'.repeat(20)}88ac`;
const scripthash = (lockingBytecode: string): string => binToHex(sha256.hash(hexToBin(lockingBytecode)).reverse());

/** Blocks order their transactions by txid, so that about every second child stands before its parent. */
describe('the index over blocks whose children stand before their parents', () => {
  let devnet: Devnet;
  let control: DevnetControl;
  beforeAll(async () => {
    devnet = await startDevnet();
    control = await DevnetControl.connect(devnet.url);
  });
  afterAll(async () => {
    await control.close();
    await devnet.stop();
  });

  const minedTransactions = (from: number) =>
    Array.from({ length: devnet.node.tip.height - from + 1 }, (_, i) => devnet.node.blockAt(from + i)?.txids ?? [])
      .flat()
      .flatMap((txid) => devnet.node.transaction(txid) ?? []);

  /** What the index lists as unspent is what the node has, script by script, no more and no less. */
  const expectAgreement = async (from: number): Promise<void> => {
    const outputs = minedTransactions(from).flatMap(({ txid, outputs }) =>
      outputs.map((output, vout) => ({ txid, vout, script: output.lockingBytecode })),
    );
    for (const script of new Set(outputs.map((output) => output.script))) {
      const answer = (await control.call(
        'blockchain.scripthash.listunspent',
        scripthash(script),
        'include_tokens',
      )) as { tx_hash: string; tx_pos: number }[];
      const listed = answer.map(({ tx_hash, tx_pos }) => `${tx_hash}:${tx_pos}`);
      const unspent = outputs.filter(
        (output) => output.script === script && devnet.node.output(output.txid, output.vout) !== undefined,
      );
      expect(listed).toEqual(expect.arrayContaining(unspent.map(({ txid, vout }) => `${txid}:${vout}`)));
      for (const { tx_hash, tx_pos } of answer) expect(devnet.node.output(tx_hash, tx_pos)).toBeDefined();
    }
  };

  it('agrees with the node, over a reorganisation as well', async () => {
    const from = devnet.node.tip.height + 1;
    for (let round = 0; round < 12; round += 1) {
      // A mint is a payment to oneself and the genesis that spends it, mined in one block.
      devnet.node.mint(destination, { amount: 5n });
      devnet.node.mine();
    }
    await expectAgreement(from);
    devnet.node.reorganise(6);
    await expectAgreement(from);
  });
});
