import { answerLink, answerOf, invitationLink } from './invitation.js';
import { invitationOf } from './searches.js';

const searchOf = (link: string) => ({ ...Object.fromEntries(new URL(link).searchParams), place: 2 });

it('An invitation and its answer are links, which say all that the other end needs', () => {
  const invitation = { name: 'Räte & Söhne', place: 2 };
  expect(invitationOf(searchOf(invitationLink(invitation, 'https://weir.example')))).toEqual(invitation);
  const answer = { place: 2, address: 'bchtest:qa', publicKey: `02${'a'.repeat(64)}` };
  expect(answerOf(searchOf(answerLink(answer, 'https://weir.example')))).toEqual(answer);
  expect(answerOf({ place: 2, signer: 'bchtest:qa', key: 'no key' })).toBeUndefined();
  expect(invitationOf({ place: 9 })).toEqual({ name: '', place: 1 });
});
