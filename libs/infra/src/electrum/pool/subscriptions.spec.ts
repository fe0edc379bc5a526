import { keyOf, Topic } from './subscriptions.js';

const topic = () => new Topic({ method: 'blockchain.scripthash.subscribe', params: ['ab'] });
const ignore = (): void => undefined;

it('reports a value when it is another than the last', () => {
  const each = topic();
  const heard: unknown[] = [];
  each.listeners.add((value) => heard.push(value));
  expect(each.isKnown).toBe(false);
  for (const value of ['a', 'a', 'b', null, null]) each.report(value, ignore);
  expect(heard).toEqual(['a', 'b', null]);
  expect([each.isKnown, each.last, each.heard]).toEqual([true, null, 5]);
});

it('calls every listener, though one fails', () => {
  const each = topic();
  const heard: unknown[] = [];
  each.listeners.add(() => {
    throw new Error('deaf');
  });
  each.listeners.add((value) => heard.push(value));
  each.report('a', (error) => heard.push(error));
  expect(heard).toEqual([new Error('deaf'), 'a']);
});

it('knows a notice by its method and first parameter', () => {
  expect(keyOf({ method: 'blockchain.headers.subscribe', params: [{ height: 1 }] })).toBe(
    keyOf({ method: 'blockchain.headers.subscribe', params: [] }),
  );
  const { call } = topic();
  expect(keyOf({ method: call.method, params: ['ab', 'status'] })).toBe(keyOf(call));
  expect(keyOf({ method: call.method, params: ['cd'] })).not.toBe(keyOf(call));
});
