import { LIST_CASES, listFile } from '@weir/testing/lists';
import { openListed } from './support/deploy-airdrop.js';
import { COIN, only, useFixture } from './support/fixture.js';

const fixture = useFixture();

/** Reads the addresses of a file by what they look like, as no reader does. */
const addressesIn = (file: Uint8Array): readonly string[] =>
  Buffer.from(file)
    .toString('latin1')
    .match(/bchtest:[a-z0-9]{42}/g) ?? [];

describe.each(LIST_CASES)('the file $file', ({ file, rows, asked, badLines }) => {
  it('proves the rows of its campaign to recover, or is refused with the column or line', async () => {
    const list = listFile(file);
    const addresses = addressesIn(list);
    const paid = addresses.map((address, at) => `${address},${Number(rows?.[at]?.units ?? 1_000n) / 1e8}`);
    const campaign = await openListed(fixture, fixture.wallet(10n * COIN), `address,amount\n${paid.join('\n')}\n`, {
      lanes: 1,
      sponsored: true,
    });
    fixture.files.set(file, list);
    const line = (address: string) => `${address} --campaign ${campaign} --whitelist ${file}`;
    if (rows === undefined) {
      const refused = await fixture.refusal(`list ${line(addresses[0] ?? '')}`);
      expect(refused).toMatch(/^2: This list cannot be read: /);
      for (const column of (asked ?? []).flatMap(({ candidates }) => candidates)) expect(refused).toContain(column);
      if (badLines !== undefined) expect(refused).toContain(`Line ${badLines[0]}: `);
      return;
    }
    expect(addresses).toHaveLength(rows.length);
    for (const [at, address] of addresses.entries())
      expect(only((await fixture.list(line(address))).contracts)).toMatchObject({ due: rows[at]?.units.toString() });
  });
});
