/** The last section of a page: a question and a link to the contact form. */
export function Invitation({ question, action }: { question: string; action: string }) {
  return (
    <section className="on-dark flex flex-wrap items-center justify-between gap-8 bg-leaf px-gutter py-16 text-paper md:py-20">
      <h2 dir="auto" className="text-head">
        {question}
      </h2>
      <a href="/contact" className="btn bg-paper text-ink hover:bg-white">
        {action}
      </a>
    </section>
  );
}
