import type { TokenType } from '@weir/api-contract/words';
import { isCategory } from '@weir/covenants';
import { ServiceError } from './service-error.js';

/** The asset as requests name it. */
export interface AssetInput {
  readonly tokenType?: TokenType | undefined;
  readonly tokenCategory?: string | undefined;
}

/** An asset as it was read from a request. */
export interface ParsedAsset {
  readonly tokenType: TokenType;
  /** 64 lower-case hex digits; null for BCH. */
  readonly tokenCategory: string | null;
}

const invalidCategory = (message: string, given: string | null): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field: 'tokenCategory', given });

/**
 * Reads which asset is paid: a token is named by its category, BCH by none.
 *
 * @throws ServiceError INVALID_REQUEST
 */
export const parseAsset = ({ tokenType = 'BCH', tokenCategory }: AssetInput): ParsedAsset => {
  if (tokenType === 'BCH') {
    if (tokenCategory === undefined) return { tokenType, tokenCategory: null };
    throw invalidCategory(
      'tokenCategory is given, but tokenType is BCH: set tokenType to FUNGIBLE_TOKEN, or omit tokenCategory',
      tokenCategory,
    );
  }
  if (tokenCategory === undefined)
    throw invalidCategory('tokenCategory is required for tokens: the 64 hex digits of the category', null);
  const category = tokenCategory.toLowerCase();
  if (!isCategory(category))
    throw invalidCategory('tokenCategory must be the 64 hex digits of a category', tokenCategory);
  return { tokenType, tokenCategory: category };
};
