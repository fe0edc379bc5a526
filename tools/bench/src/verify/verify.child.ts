import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { verify, type Asked, type Signer, type SigningRequest } from '@weir/verify';

/** Checks a transaction once and then again and again, in a process that has built none. Prints milliseconds of each, as JSON. */
const [, , file = '', rounds = '1'] = process.argv;
const { request, signer, asked } = deserialize(readFileSync(file)) as {
  readonly request: SigningRequest;
  readonly signer: Signer;
  readonly asked: Asked;
};
const times = Array.from({ length: 1 + Number(rounds) }, () => {
  const began = performance.now();
  verify(request, signer, asked);
  return performance.now() - began;
});
console.log(JSON.stringify(times));
