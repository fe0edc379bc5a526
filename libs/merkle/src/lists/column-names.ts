import type { Role } from './list-problem.js';

/** The names that the API documents. They come before all others. */
const EXACT: Readonly<Record<Role, readonly string[]>> = {
  address: ['address'],
  amount: ['amount'],
  label: ['label'],
  start: ['start'],
  end: ['end'],
  cliff: ['cliff'],
  step: ['step'],
};

/**
 * Other names of columns, in English, German, Spanish, Chinese, Arabic and French. A name counts as a whole, never a part of it.
 * Those of addresses that may also name people count only where the column has addresses.
 */
const SYNONYMS: Readonly<Record<Role, readonly string[]>> = {
  address: [
    ...[
      'wallet',
      'wallet address',
      'recipient',
      'recipient address',
      'recipient wallet',
      'receiver',
      'receiver address',
    ],
    ...['receiving address', 'payee', 'payee address', 'beneficiary', 'beneficiary address', 'destination'],
    ...['destination address', 'to', 'to address', 'pay to', 'payout address', 'payment address', 'public address'],
    ...['employee address', 'employee wallet', 'cash address', 'cashaddr', 'cashaddress', 'bch address', 'bch wallet'],
    ...['bch wallet address', 'address bch', 'bitcoin cash address', 'claim address', 'claimer', 'holder'],
    ...['adresse', 'empfänger', 'empfängerin', 'empfängeradresse', 'empfaenger', 'empfaengeradresse', 'zieladresse'],
    ...['walletadresse', 'wallet adresse', 'bch adresse', 'zahlungsempfänger', 'begünstigter', 'auszahlungsadresse'],
    ...[
      'dirección',
      'direccion',
      'destinatario',
      'destinataria',
      'beneficiario',
      'beneficiaria',
      'billetera',
      'cartera',
    ],
    ...['monedero', 'dirección bch', 'direccion bch', 'dirección de destino', 'dirección del destinatario'],
    ...[
      '地址',
      '钱包',
      '钱包地址',
      '收款地址',
      '收款人',
      '收款人地址',
      '收款钱包',
      '接收地址',
      '接收者',
      '接收人',
      '目标地址',
      'bch 地址',
      'bch地址',
    ],
    ...[
      'العنوان',
      'عنوان',
      'المحفظة',
      'محفظة',
      'عنوان المحفظة',
      'المستلم',
      'عنوان المستلم',
      'المستفيد',
      'عنوان المستفيد',
    ],
    ...['destinataire', 'bénéficiaire', 'portefeuille', 'adresse du destinataire'],
  ],
  amount: [
    ...[
      'amounts',
      'value',
      'sum',
      'total',
      'total amount',
      'quantity',
      'balance',
      'payment',
      'payment amount',
      'payout',
    ],
    ...['payout amount', 'pay', 'net', 'gross', 'net pay', 'gross pay', 'net amount', 'gross amount', 'net salary'],
    ...['gross salary', 'salary', 'wage', 'wages', 'grant', 'allocation', 'reward', 'tokens', 'token amount'],
    ...['betrag', 'beträge', 'summe', 'gesamt', 'gesamtbetrag', 'gehalt', 'lohn', 'netto', 'brutto', 'nettobetrag'],
    ...[
      'bruttobetrag',
      'nettogehalt',
      'bruttogehalt',
      'nettolohn',
      'bruttolohn',
      'menge',
      'anzahl',
      'guthaben',
      'saldo',
    ],
    ...['zahlbetrag', 'auszahlung', 'auszahlungsbetrag', 'zahlung'],
    ...['importe', 'importe total', 'importe neto', 'importe bruto', 'cantidad', 'monto', 'salario', 'salario neto'],
    ...['salario bruto', 'sueldo', 'suma', 'neto', 'bruto', 'pago'],
    ...['金额', '数量', '总额', '总金额', '余额', '工资', '薪资', '薪水', '实发工资', '应发工资', '净额', '付款金额'],
    ...[
      'المبلغ',
      'مبلغ',
      'الكمية',
      'كمية',
      'الرصيد',
      'المجموع',
      'الإجمالي',
      'الراتب',
      'راتب',
      'صافي الراتب',
      'المبلغ الصافي',
    ],
    ...['montant', 'salaire', 'quantité', 'somme'],
  ],
  label: [
    ...['name', 'full name', 'names', 'employee', 'employee name', 'recipient name', 'payee name', 'receiver name'],
    ...['beneficiary name', 'person', 'team', 'payee', 'recipient', 'receiver', 'beneficiary', 'holder'],
    ...['mitarbeiter', 'mitarbeiterin', 'bezeichnung', 'empfänger', 'empfängerin', 'empfaenger', 'zahlungsempfänger'],
    ...['nombre', 'nombre completo', 'empleado', 'empleada', 'persona', 'destinatario', 'destinataria', 'beneficiario'],
    ...[
      '姓名',
      '名称',
      '名字',
      '员工',
      '员工姓名',
      '收款人',
      '收款人姓名',
      'الاسم',
      'اسم',
      'الموظف',
      'اسم الموظف',
      'المستلم',
      'المستفيد',
    ],
    ...['nom', 'destinataire', 'bénéficiaire'],
  ],
  start: [
    ...['start time', 'start date', 'begin', 'vesting start', 'first payment', 'von', 'beginn', 'startdatum', 'inicio'],
    ...['fecha de inicio', 'desde', '开始', '开始日期', '开始时间', 'البداية', 'تاريخ البدء', 'début'],
  ],
  end: [
    ...['end time', 'end date', 'until', 'vesting end', 'bis', 'ende', 'enddatum', 'fin', 'fecha de fin', 'hasta'],
    ...['结束', '结束日期', '结束时间', 'النهاية', 'تاريخ الانتهاء'],
  ],
  cliff: ['cliff timestamp', 'cliff time', 'cliff date', '悬崖', '锁定期'],
  step: ['step in seconds', 'interval', 'interval seconds', 'intervall', 'intervalo', '间隔', '步长', 'الفاصل'],
};

/** What a header adds to a name of amounts in BCH: `Amount (BCH)`. */
const BCH_SUFFIX = / (?:in )?bch$/;

/** Makes names that differ only in case, quotes, brackets, or the marks between words equal. */
export const plainName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\uFEFF"“”„'’()[\]*:]/g, ' ')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();

const EXACT_ROLES = new Map(
  Object.entries(EXACT).flatMap(([role, names]) => names.map((name) => [name, role as Role])),
);
const SYNONYM_ROLES = new Map<string, readonly Role[]>();
for (const [role, names] of Object.entries(SYNONYMS))
  for (const name of names) SYNONYM_ROLES.set(name, [...(SYNONYM_ROLES.get(name) ?? []), role as Role]);

/** What the name of a column says that it holds. */
export interface NamedRoles {
  /** By a name that the API documents. */
  readonly exact: Role | undefined;
  /** By another known name, which may name several: a `payee` is an address or a person. */
  readonly synonyms: readonly Role[];
}

/** Returns what a column with a name may hold. @param inBch whether the amounts are in BCH, so that a name may say so */
export const rolesOfName = (name: string, inBch: boolean): NamedRoles => {
  const plain = plainName(name);
  const exact = EXACT_ROLES.get(plain);
  if (exact !== undefined) return { exact, synonyms: [] };
  if (!inBch || (plain !== 'bch' && !BCH_SUFFIX.test(plain)))
    return { exact, synonyms: SYNONYM_ROLES.get(plain) ?? [] };
  const known = SYNONYM_ROLES.get(plain);
  if (known !== undefined) return { exact, synonyms: known };
  const bare = plain.replace(BCH_SUFFIX, '');
  const isAmount = plain === 'bch' || bare === 'amount' || (SYNONYM_ROLES.get(bare) ?? []).includes('amount');
  return { exact, synonyms: isAmount ? ['amount'] : [] };
};

/** Whether a name is that of a column of addresses or amounts. */
export const namesAddressOrAmount = (name: string): { readonly address: boolean; readonly amount: boolean } => {
  const { exact, synonyms } = rolesOfName(name, true);
  const roles = exact === undefined ? synonyms : [exact];
  return { address: roles.includes('address'), amount: roles.includes('amount') };
};
