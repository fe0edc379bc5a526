import type { Answer } from './client.js';

/** Returns the body of a successful answer, which the scenario needs to continue. */
export const succeeded = async <Body>(answer: Promise<Answer<Body>>): Promise<Body> => {
  const { status, body } = await answer;
  if (status < 200 || status > 299) throw new Error(`The scenario failed with ${status}: ${JSON.stringify(body)}`);
  return body;
};
