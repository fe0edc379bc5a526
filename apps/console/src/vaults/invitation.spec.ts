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

it.each(['exchange', 'policies'] as const)('An invitation from the form of %s leads its answer back to it', (form) => {
  const invitation = { name: 'The three', place: 2, vault: 'some-id', form };
  expect(invitationOf(searchOf(invitationLink(invitation, 'https://weir.example')))).toEqual(invitation);
  const answer = { place: 2, address: 'bchtest:qa', publicKey: `02${'a'.repeat(64)}`, vault: 'some-id', form };
  const link = answerLink(answer, 'https://weir.example');
  expect(new URL(link).pathname).toBe(`/vaults/some-id/${form}`);
  expect(answerOf(searchOf(link))).toEqual({ place: 2, address: answer.address, publicKey: answer.publicKey });
});

it('An invitation to an unknown form, or to no treasury, is one to a new treasury', () => {
  for (const search of [{ vault: 'some-id', form: 'elsewhere' }, { vault: 'some-id' }, { form: 'exchange' }])
    expect(invitationOf({ name: 'x', place: 2, ...search })).toEqual({ name: 'x', place: 2 });
});
