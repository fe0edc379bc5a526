import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@weir/testing';
import { createPriceSource, numberAt } from './price-source.js';

it.each([
  [{ 'bitcoin-cash': { usd: 512.34 } }, 'bitcoin-cash.usd', 512.34],
  [{ data: [{ price: '512.34' }] }, 'data.0.price', 512.34],
  [{ price: 'a lot' }, 'price', undefined],
  [{ price: -1 }, 'price', undefined],
  [{ price: '' }, 'price', undefined],
  [{}, 'constructor.name', undefined],
  [null, 'x', undefined],
])('reads the number in %j at %s', (answer, path, price) => {
  expect(numberAt(answer, path)).toBe(price);
});

it('keeps the last price while its source is out of order, for an hour, and recovers', async () => {
  let answer: { readonly status: number; readonly text: string } = { status: 200, text: '{"usd":500}' };
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(answer.status).end(answer.text);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  let [time, warnings] = [1_000, 0];
  const source = createPriceSource({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    path: 'usd',
    currency: 'USD',
    allowPrivate: true,
    everyMs: 5,
    now: () => time,
    log: { warn: () => void (warnings += 1) },
  });
  const price = { currency: 'USD', perBch: 500, at: 1_000 };
  await eventually(() => expect(source.current()).toEqual(price));
  for (const broken of [
    { status: 500, text: '' },
    { status: 200, text: 'no JSON' },
    { status: 200, text: '{"usd":null}' },
  ]) {
    answer = broken;
    const before = warnings;
    await eventually(() => expect(warnings).toBeGreaterThan(before + 1));
    expect(source.current()).toEqual(price);
  }
  time += 3_601;
  expect(source.current()).toBeNull();
  answer = { status: 200, text: '{"usd":"510.5"}' };
  await eventually(() => expect(source.current()).toEqual({ ...price, perBch: 510.5, at: time }));
  await source.stop();
  const before = asked;
  server.close();
  expect(asked).toBe(before);
});
