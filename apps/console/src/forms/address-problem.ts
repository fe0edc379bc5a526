import { type AddressFault, codePointOf, explainAddress } from '@weir/merkle/addresses';
import { t } from '../language/text.js';

/** Says in the page's language what is wrong with an address, and what to do. */
export const addressFaultText = (fault: AddressFault): string => {
  switch (fault.problem) {
    case 'MISSING':
      return t('Enter a cash address');
    case 'HIDDEN_CHARACTER':
      return fault.character === ' '
        ? t('There is a space at position {position}: remove it', { position: fault.position })
        : t('There is an invisible character ({character}) at position {position}: remove it', {
            character: codePointOf(fault.character),
            position: fault.position,
          });
    case 'LEGACY':
      if (fault.converted === undefined)
        return t(
          'This is a legacy address with a wrong checksum: check it for typing errors, and convert it to a cash address',
        );
      return fault.isOfNetwork
        ? t('This is a legacy address. Convert it to a cash address: {address}', { address: fault.converted })
        : t('This is a legacy address of another network. As a cash address it is {address}', {
            address: fault.converted,
          });
    case 'WRONG_NETWORK':
      return t('This is an address of another network: it begins with {found}, not with {expected}', {
        found: `${fault.found}:`,
        expected: `${fault.expected}:`,
      });
    case 'MIXED_CASE':
      return t('The address has capital and small letters. A cash address has one kind only: copy it again');
    case 'WRONG_CHARACTER':
      return t(
        'Cash addresses do not have the character “{character}” (position {position}): check it for typing errors',
        {
          character: fault.character,
          position: fault.position,
        },
      );
    case 'WRONG_LENGTH':
      return t('The address has {length} characters after its prefix, not {expected}: copy all of it', {
        length: fault.length,
        expected: fault.expected[0] ?? 0,
      });
    case 'CHECKSUM':
      return t('The checksum of the address is wrong: check it for typing errors, or copy it again');
    case 'NOT_AN_ADDRESS':
      return t('This is not a cash address');
  }
};

/**
 * Returns what is wrong with a typed address; undefined where nothing is.
 *
 * @param prefix of the network's addresses; undefined while it is not known: then the service says what is wrong
 * @param missing said of an empty field
 */
export const addressProblem = (text: string, prefix: string | undefined, missing: string): string | undefined => {
  if (text.trim() === '') return missing;
  const fault = prefix === undefined ? undefined : explainAddress(text, prefix);
  return fault && addressFaultText(fault);
};
