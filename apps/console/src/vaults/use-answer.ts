import { useEffect, useEffectEvent } from 'react';
import { type Answer, answerOf } from './invitation.js';
import type { AnswerSearch } from './searches.js';

/**
 * Takes the answer of an invited signer, whose link was opened, into a form.
 *
 * @param search of the page @param take fills the form, and removes the answer from the page's address
 */
export const useAnswer = (search: AnswerSearch, take: (answer: Answer) => void): void => {
  const takeAnswer = useEffectEvent(() => {
    const answer = answerOf(search);
    if (answer !== undefined) take(answer);
  });
  useEffect(() => takeAnswer(), [search]);
};
