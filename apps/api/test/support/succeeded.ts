import type { Answer } from './client.js';

/** The body of an answer that a scenario needs for what it goes on with. */
export const succeeded = async <Body>(answer: Promise<Answer<Body>>): Promise<Body> => {
  const { status, body } = await answer;
  if (status < 200 || status > 299) throw new Error(`The scenario failed with ${status}: ${JSON.stringify(body)}`);
  return body;
};
