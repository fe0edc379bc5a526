import { BCH, chainTime, HOUR, openWallet, passTime, type Fixture } from '../fixture.js';

const UNITS = 10n ** 12n;

/** A stream from creation to end: claimed completely, or cancelled in the middle. */
export const streamScenario = async (
  fixture: Fixture,
  kind: 'BCH' | 'tokens',
  ending: 'complete' | 'cancel',
): Promise<void> => {
  const { weir, control, told } = fixture;
  const [sender, recipient] = [await openWallet(fixture, 2n * BCH, BCH / 100n), await openWallet(fixture, BCH / 100n)];
  const startTime = await chainTime(fixture);
  const tokens = kind === 'tokens' ? await control.mint(sender.address, { amount: UNITS }) : undefined;
  const stream = await weir.streams.create(
    {
      ...{ recipient: recipient.address, streamType: 'LINEAR', startTime, endTime: startTime + 8 * HOUR },
      cancelNoticeBlocks: 6,
      totalAmount: tokens === undefined ? BCH : UNITS,
      ...(tokens !== undefined && { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: tokens.category }),
    },
    sender,
  );
  await stream.fund(sender);
  const path = `/api/streams/${stream.id}`;
  told.push({ path, caller: undefined, statuses: ['ACTIVE', 'CANCELLED', 'COMPLETED'] });

  await passTime(fixture, 3 * HOUR);
  if (fixture.isOver()) return;
  await stream.claim(recipient);
  await stream.get();
  if (ending === 'cancel') {
    await stream.cancel(sender);
    // What vests while the notice runs is pushed: where the machine is slow, all of it.
    told.push({ path, caller: undefined, statuses: ['CANCELLED', 'COMPLETED'] });
    return;
  }
  await passTime(fixture, 7 * HOUR);
  if (fixture.isOver()) return;
  await stream.claim(recipient);
  told.push({ path, caller: undefined, statuses: ['COMPLETED'] });
};
