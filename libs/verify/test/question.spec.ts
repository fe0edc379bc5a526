import { answer } from '../src/cli/answer.js';
import { NOW } from './support/coins.js';
import { flows } from './support/flows.js';
import { questionOf } from './support/question.js';

describe('a question, written as JSON', () => {
  it.each(flows().map((flow) => [flow.name, flow] as const))('is answered: %s', (_, flow) =>
    expect(answer(questionOf(flow), NOW)).toMatchObject({ verdict: 'AS_ASKED' }),
  );

  it('holds no amount below zero, and an offset of a zone that may be', () => {
    const [flow] = flows();
    if (flow === undefined) throw new Error('There are flows');
    const asked = (stream: object) =>
      answer(questionOf(flow, { asked: [{ kind: 'OPENS_STREAMS', sender: '', streams: [stream] }] }), NOW);
    expect(asked({ recipient: '', total: '-5' })).toMatchObject({
      verdict: 'NO_QUESTION',
      message: expect.stringContaining('asked.effects[0].streams[0].total must be a whole number') as unknown,
    });
    expect(asked({ recipient: '', total: 5, schedule: { utcOffset: '-18000' } }).verdict).toBe('DIFFERS');
  });
});
