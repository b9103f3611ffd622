"""What readers of ratings share: columns that are told, language pairs, severities, tools of annotation."""
