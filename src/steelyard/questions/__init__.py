"""A folder for each question that one may ask, as `registry.py` lists them; those of the laboratory lie in `lab`.

A folder has, under fixed names:

=============== ==========================================================================================
`question.py`   its options: a `Question`, loaded for `--help`, so without NumPy
`answer.py`     rows, and one `Result` with its typed method
`compute.py`    ``compute(counted, question)`` gives the answer; what a question is about comes first. Where it is no
                method of `Evaluation`, the public function stands here too; other files of any name help it
`page.py`       ``to_page(answer, ...)`` gives a `Page`; ``as_text`` where text is more than that
`figures.py`    ``draw(answer)`` gives figures, where there are some
`html.py`       what its HTML page has beside the `Page`
`again.py`      ``again(stored)`` where a stored question takes more than texts to be asked again
`command.py`    ``add_arguments`` and ``run``, where the command is more than its options
=============== ==========================================================================================
"""
