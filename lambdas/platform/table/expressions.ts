export type Attributes = Record<string, unknown>;

export interface Change {
  set?: Attributes;
  /** Attributes that are set where the row has none, and left unchanged where it has. */
  setMissing?: Attributes;
  add?: Record<string, number>;
  remove?: string[];
}

export interface RowConditions {
  /**
   * Attributes, or values inside of them such as 'map.key', and the values they must have; `undefined` means that the
   * attribute must not exist. The row itself must exist in any case.
   */
  where?: Attributes;
  /** Attributes that must exist, whatever their value. */
  present?: string[];
  /** Attributes and the number that they must not exceed; a missing attribute counts as 0, as ADD counts it. */
  atMost?: Record<string, number>;
}

/** The placeholders of an expression, because any attribute may have the name of a DynamoDB reserved word. */
export class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Attributes = {};

  /** @param path an attribute, or a value inside of one, such as 'map.key' */
  name(path: string): string {
    const names = path.split('.');
    for (const name of names) this.names[`#${name}`] = name;
    return names.map((name) => `#${name}`).join('.');
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }
}

/** Returns the update expression of a change. */
export function updateOf(expression: Expression, { set, setMissing, add, remove }: Change): string {
  const clauses = [
    clause('SET', { ...set, ...setMissing }, (attribute, value) => {
      const [name, newValue] = [expression.name(attribute), expression.value(value)];
      return `${name} = ${setMissing && attribute in setMissing ? `if_not_exists(${name}, ${newValue})` : newValue}`;
    }),
    clause('ADD', add, (name, value) => `${expression.name(name)} ${expression.value(value)}`),
    clause('REMOVE', asKeys(remove), (name) => expression.name(name)),
  ];
  return clauses.filter((text) => text !== '').join(' ');
}

/** Returns one clause of an update expression; attributes that are undefined are left unchanged. */
function clause(keyword: string, attributes: Attributes | undefined, format: (name: string, value: unknown) => string) {
  const entries = Object.entries(attributes ?? {}).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? `${keyword} ${entries.map(([name, value]) => format(name, value)).join(', ')}` : '';
}

const asKeys = (names: string[] = []): Attributes => Object.fromEntries(names.map((name) => [name, true]));

/**
 * Returns the condition of a write, with all names and values of its expressions.
 * @param defaults the defaults of the row's attributes: a condition on one also matches a missing attribute
 */
export function conditionOf(
  expression: Expression,
  partitionKey: string,
  defaults: ReadonlyMap<string, unknown>,
  { where = {}, present = [], atMost = {} }: RowConditions,
) {
  const conditions = [
    `attribute_exists(${expression.name(partitionKey)})`,
    ...present.map((name) => `attribute_exists(${expression.name(name)})`),
    ...Object.entries(where).map(([name, value]) => {
      const isAbsent = `attribute_not_exists(${expression.name(name)})`;
      if (value === undefined) return isAbsent;
      const isEqual = `${expression.name(name)} = ${expression.value(value)}`;
      return defaults.get(name) === value ? `(${isAbsent} OR ${isEqual})` : isEqual;
    }),
    ...Object.entries(atMost).map(([name, maximum]) => {
      const attribute = expression.name(name);
      return `(attribute_not_exists(${attribute}) OR ${attribute} <= ${expression.value(maximum)})`;
    }),
  ];
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: expression.names,
    // DynamoDB refuses an empty map here.
    ...(Object.keys(expression.values).length > 0 && { ExpressionAttributeValues: expression.values }),
  };
}
