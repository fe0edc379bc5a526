import { passTime } from '@weir/devnet';
import {
  casesOf,
  openLibraryHandle,
  PATH_CONTRACTS,
  productOf,
  runPathCase,
  type Path,
  type PathHandle,
  type PathSubject,
  type PathView,
} from '@weir/simulation/paths';
import type { Wallet } from '@weir/wallet';
import { type Fixture, only, useFixture } from './support/fixture.js';

/** The tool finds the contract by an address, and builds every path itself: it gets no other input. */
const createSubject = (fixture: Fixture): PathSubject => {
  const { node, chain } = fixture;
  const subject: PathSubject = {
    node,
    reader: chain,
    pass: (seconds) => Promise.resolve(void passTime(node, seconds)),
    mine: () => Promise.resolve(void node.mine(1, { timeStep: 1 })),
    async open(contract, parties, start): Promise<PathHandle> {
      const { lockingBytecode } = await openLibraryHandle(contract, parties, start, subject);
      const { sender, recipient, friend } = parties;
      const signers: Readonly<Record<Path, Wallet | undefined>> = {
        claim: recipient,
        pay: friend,
        push: undefined,
        settle: undefined,
        refund: undefined,
        cancel: sender,
        pause: sender,
        resume: sender,
        sweep: sender,
      };
      return {
        lockingBytecode,
        async take(path) {
          const signer = signers[path];
          const { states } = await fixture.listed(recipient.address);
          const action = path === 'pay' ? 'push' : path;
          const line = `${only(states)} --action ${action}${signer === undefined ? '' : ` --address ${signer.address}`}`;
          const { complete, hex, wcTransaction } = await fixture.buildOne(line);
          if (complete) expect(await fixture.refusal(`broadcast ${hex ?? ''}`)).toBe('0: ');
          else await signer?.signTransaction(wcTransaction ?? {});
        },
        async see(): Promise<PathView> {
          const seen = await fixture.listed(recipient.address);
          expect(seen).toMatchObject({ product: productOf(contract), roles: ['recipient'] });
          if (seen.ended) expect(await seenBySender(sender, seen.funding)).toEqual([{ ...seen, roles: ['sender'] }]);
          return { status: seen.status, paid: BigInt(seen.paid), ended: seen.ended };
        },
      };
    },
  };
  /** A sender sees the siblings, too. */
  const seenBySender = async ({ address }: Wallet, name: string) =>
    (await fixture.list(address)).contracts.filter(({ funding }) => funding === name);
  return subject;
};

describe.each(PATH_CONTRACTS.map((each) => [productOf(each), each] as const))('%s', (_, contract) => {
  // A chain each: time passes, and must not overtake the clock.
  const fixture = useFixture();

  it.each(casesOf(contract).map((each) => [each.name, each] as const))('%s', async (__, pathCase) => {
    for (const { after, expected, seen } of await runPathCase(pathCase, createSubject(fixture)))
      expect([after, seen]).toEqual([after, expected]);
  });
});
