import { createWeir } from '@weir/client';
import { BCH, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('a creation whose answer is lost', () => {
  it('is asked for again by itself, and made once', async () => {
    let lost = 0;
    const weir = createWeir({
      baseUrl: fixture.stack.apiUrl,
      // Every creation arrives, and the first two answers to each do not.
      async fetch(request) {
        const answer = await fetch(request);
        if (!/\/(create|vaults|proposals)$/.test(new URL(request.url).pathname) || request.method !== 'POST')
          return answer;
        lost += 1;
        if (lost % 3 === 0) return answer;
        throw new TypeError('The connection broke');
      },
    });
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const startTime = await fixture.now();
    const terms = { totalAmount: BCH, streamType: 'LINEAR', startTime, endTime: startTime + 86_400 } as const;
    const stream = await weir.streams.create({ ...terms, recipient: recipient.address }, sender);
    const second = await weir.streams.create({ ...terms, recipient: recipient.address }, sender);
    expect(lost).toBe(6);
    const ids: string[] = [];
    for await (const { id } of weir.streams.list({ sender: sender.address })) ids.push(id);
    expect(ids.sort()).toEqual([stream.id, second.id].sort());
  });
});
