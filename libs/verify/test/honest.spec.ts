import { verify } from '../src/index.js';
import { flows } from './support/flows.js';

describe('verify', () => {
  it.each(flows().map((flow) => [flow.name, flow] as const))('accepts the honest transaction of %s', (_, flow) => {
    const reading = verify(flow.request, flow.signer, flow.asked);
    expect(reading.effects.map(({ kind }) => kind).sort()).toEqual(flow.asked.effects.map(({ kind }) => kind).sort());
  });
});
